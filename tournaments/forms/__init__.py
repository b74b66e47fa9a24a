"""What people type in, checked before a service gets it."""
