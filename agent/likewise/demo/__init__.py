"""The application that the demonstration and the tests drive. Needs the extra `demo`."""
