import { defineConfig } from 'vitest/config'

/** These hold documents and texts to the code. They are checks and not tests: `npm run check` runs them, without a database. */
export const documentChecks = [
  'test/contract-texts.test.ts',
  'test/docs.test.ts',
  'test/map.test.ts',
  'test/named-in-guides.test.ts',
  'test/reference.test.ts',
]

export default defineConfig({ test: { include: documentChecks, isolate: false } })
