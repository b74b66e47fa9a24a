"""How dates look in a language, where Django's own way does not fit."""
