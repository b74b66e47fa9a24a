"""The rules of the variants in words, a module a family. A new variant may just as well keep its book beside itself."""
