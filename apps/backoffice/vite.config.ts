import { webApplication } from '@eclusa/ui/vite.ts'
import { defineConfig } from 'vite'

/** The web application of the staff, served by the backoffice API. */
export default defineConfig({ ...webApplication, root: import.meta.dirname })
