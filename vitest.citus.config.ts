import { configDefaults, mergeConfig } from 'vitest/config'
import { elsewhere } from './test/support/elsewhere.ts'
import everything from './vitest.config.ts'

/** What is not tried on a cluster, and why. Whatever is not named here, nor skipped in its file with its reason, is. */
const untried = elsewhere({
  'computes, reads files or speaks with others, and opens no database': [
    'src/areas/billets/{check-digits,decode-digits,undetected-errors,due-date}*',
    'src/areas/crossborder/bank-code/**',
    'src/areas/room/**',
    'test/{alerts,attack,backup,client-contract,contract-texts,deadlines,deployments,dict-operations,docs,fire}.test.ts',
    'test/{key-ring,magic-values,map,metrics,mutants,named-in-guides,names,reference,returned,signatures}.test.ts',
  ],
  'is about pages, which are the same over any database': [
    'test/{catalogue,docs-looks,docs-pages,prometheus,served-docs}.test.ts',
  ],
  'holds the gateway to times of a wall clock, alone on the machine': [
    'src/areas/billets/decode.registry*',
    'src/areas/liveness-page/receive-part*',
    'src/areas/onboarding/videos/read-media*',
  ],
  'is about one server: its rights, its plans, its migrations, its replicas; or makes a database of its own there': [
    'test/{case-plans,cliffs,distributable,doctor,migrations,migrate-under-load,plans,replicas,rights,upgrade}.test.ts',
    'test/{cases,grants,kill-*,owners,recoveries-under-fire,webhooks-under-kills}.test.ts',
  ],
  'moves the clock of a test installation, which no other node knows: `distribute` refuses such a one': [
    'src/areas/simulations/**',
    'test/{collection,mutated}.test.ts',
  ],
})

/** The tests of the areas and of the house on the cluster that CITUS_URL names. */
const { projects: _, ...test } = everything.test!

export default mergeConfig(
  { ...everything, test },
  {
    test: {
      include: ['src/{areas,events,gate}/**/*.test.ts', 'src/desk/{cases,timeline}/**/*.test.ts', 'test/*.test.ts'],
      exclude: [...configDefaults.exclude, ...untried],
      globalSetup: ['test/support/cluster-setup.ts'],
      // A clone is one database on every node.
      maxWorkers: 2,
      testTimeout: 180_000,
      hookTimeout: 300_000,
    },
  },
)
