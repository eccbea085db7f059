import { defineConfig } from "vite";

// Where `session-bridge serve` announces its web app; `npm run dev` asks there for the page's configuration.
const bridge = new URL(process.env.SESSION_BRIDGE_WEB ?? "http://app.localhost:8080");

export default defineConfig({
  server: {
    // Not every system's resolver knows names under localhost, so the name goes into the Host field only.
    proxy: { "/config.json": { target: `http://127.0.0.1:${bridge.port || 80}`, headers: { host: bridge.host } } },
  },
});
