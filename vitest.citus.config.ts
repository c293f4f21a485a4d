import { mergeConfig } from 'vitest/config'
import everything from './vitest.config.ts'

/** The tests of the areas and of the house on the cluster that CITUS_URL names. */
const { projects: _, ...test } = everything.test!

export default mergeConfig(
  { ...everything, test },
  {
    test: {
      include: ['src/areas/**/*.test.ts', 'src/gate/**/*.test.ts', 'src/events/**/*.test.ts', 'test/*.test.ts'],
      globalSetup: ['test/support/cluster-setup.ts'],
      // A clone is one database on every node.
      maxWorkers: 2,
      testTimeout: 180_000,
      hookTimeout: 300_000,
    },
  },
)
