import { basename } from 'node:path'
import { documentChecks } from '@eclusa/testing/document-checks.config.ts'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Some take half a minute and more in a few lines: processes that are started and killed, browsers, and time-outs that are waited for. */
const long = [
  'guides.test.ts',
  'keys-in-a-token.test.ts',
  'deliver-webhooks.test.ts',
  'boss.test.ts',
  'login.test.ts',
  'cli.test.ts',
  'doctor.test.ts',
  'two-institutions.test.ts',
  'poll-notifications.test.ts',
  'objects.test.ts',
  'outage.test.ts',
  'hostile.test.ts',
  'read-media.test.ts',
  'expire-onboardings.test.ts',
  'by-hand.test.ts',
  'recover-funds.test.ts',
  'recover-funds-in-vain.test.ts',
  'journal.test.ts',
  'wake-workers.test.ts',
  'completion.test.ts',
  'processes.test.ts',
  'pool.test.ts',
  'due-date.test.ts',
  'token-keys.test.ts',
]

/**
 * What takes long is begun first, the rest by size, which is all that is known where nothing ran before. A long one that
 * is begun last is waited for by idle processors.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is the sequencer's and not an array's
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.includes(basename(moduleId))
    const byRank = long.flatMap((name) => sorted.filter(({ moduleId }) => basename(moduleId) === name))
    return [...byRank, ...sorted.filter((file) => !isLong(file))]
  }
}

/** These hold the gateway to times of a wall clock: they run alone, when all the others have ended. */
const timed = [
  'tools/bench/load.test.ts',
  // It sets synchronous_standby_names of the server that all test files share.
  'apps/gateway/src/platform/jobs/queue.test.ts',
  'apps/gateway/test/e2e/first-call.test.ts',
  'apps/gateway/src/partners/billet-registry/client.test.ts',
  'apps/gateway/src/areas/billets/decode.registry.test.ts',
  'apps/gateway/src/areas/liveness-page/receive-part.test.ts',
  'apps/gateway/src/areas/onboarding/videos/read-media-limits.test.ts',
]

/** The second ring: browsers in all looks, and processes that are killed under load. */
const nightly = '{apps,tools}/*/test/nightly/**/*.test.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'together',
          include: ['{apps,packages,tools}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...timed, ...documentChecks, nightly],
        },
      },
      { test: { name: 'nightly', include: [nightly] } },
      { test: { name: 'alone', include: timed, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
    globalSetup: ['tools/testing/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // A module is read once by each process and not once a file: a third of the time went into that.
    isolate: false,
    // Twice the processors of the smallest machine that runs this: much of a test is waiting.
    maxWorkers: 4,
    // Generous, because the machines that run this are shared: a test that hangs is found all the same.
    testTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 300_000,
  },
})
