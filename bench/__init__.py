"""What must stay fast. Each module has `main()`, which prints ratios measured in one run, never bare seconds."""
