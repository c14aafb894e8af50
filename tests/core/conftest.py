from hypothesis import settings

settings.register_profile("core", deadline=None, max_examples=60)  # a busy machine is no failure
settings.load_profile("core")
