pytest_plugins = ["pytest_session_bridge"]
