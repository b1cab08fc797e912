"""The live floor over HTTP and WebSocket."""
