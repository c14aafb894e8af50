"""The deciding half of Likewise: values in, values out. No IO, no clock, no randomness, no asyncio."""
