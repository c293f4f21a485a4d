import { defineConfig } from 'vitest/config'

/** These hold documents and texts to the code. They are checks and not tests: `npm run check` runs them, without a database. */
export const documentChecks = [
  'tools/codegen/test/contract-texts.test.ts',
  'apps/gateway/test/docs.test.ts',
  'tools/codegen/test/architecture-map.test.ts',
  'tools/codegen/test/named-in-guides.test.ts',
  'apps/gateway/test/reference.test.ts',
]

export default defineConfig({ test: { include: documentChecks, isolate: false } })
