import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'desk/**/*.test.ts', 'sandbox/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    // A module is read once by each process and not once a file: a third of the time went into that.
    isolate: false,
    // One more than the processors of the smallest machine that runs this: much of a test is waiting.
    maxWorkers: 3,
    // Generous, because the machines that run this are shared: a test that hangs is found all the same.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
