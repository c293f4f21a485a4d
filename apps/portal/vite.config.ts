import { webApplication } from '@eclusa/ui/vite.ts'
import { defineConfig } from 'vite'

/** The developer portal, served by the API under its own path. */
export default defineConfig({ ...webApplication, root: import.meta.dirname, base: '/room/' })
