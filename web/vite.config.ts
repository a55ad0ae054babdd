import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

import { icons } from './icons.ts'

const SERVER = process.env.RUMPUS_SERVER ?? 'http://127.0.0.1:8642'

export default defineConfig({
  plugins: [svelte(), icons()],
  build: {
    outDir: '../src/rumpus/server/page',
    emptyOutDir: true,
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: SERVER, ws: true }, '/schema': SERVER } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
})
