import { configDefaults, mergeConfig } from 'vitest/config'
import { elsewhere } from './test/support/elsewhere.ts'
import everything from './vitest.config.ts'

/**
 * The tests on an older server are all but these: what never speaks to a database, and what says nothing to it that a
 * test beside it does not say as well. Whatever is not named here runs on both.
 */
const untried = elsewhere({
  'computes, reads files or speaks with others, and opens no database': [
    'bench/{figures,history,load}*',
    'clients/**',
    'sandbox/**',
    'desk/**',
    'src/partners/**',
    'src/base/objects/**',
    'src/areas/billets/{check-digits,decode-digits,undetected-errors,due-date}*',
    'src/areas/crossborder/bank-code/**',
    'src/areas/onboarding/videos/read-media*',
    'src/base/observability/**',
    'test/{alerts,client-contract,deployments,metrics,mutants,names}.test.ts',
    'test/{backup,prometheus,signatures}.test.ts',
  ],
  'is about a store, a scanner, a registry, a token or a browser that misbehaves': [
    'src/areas/storage/{outage,hostile,scan}*',
    'src/areas/billets/decode.registry*',
    'test/keys-in-a-token*',
    'test/{desk-in-a-browser,docs-pages,served-docs}.test.ts',
    'test/nightly/{liveness-page,desk-looks,room-looks,docs-looks}.test.ts',
    'test/desk-web/**',
    'src/desk/web/**',
  ],
  'is about who calls and how it is asked, and asks what test/isolation.test.ts asks too': [
    'src/gate/auth/{platform-token,refusal-reason}*',
    'src/desk/people/**',
    'test/{collection,contract,every-operation,mutated,odd-bodies,odd-queries}.test.ts',
  ],
  'goes through every moment at which a worker may die, or all that a page may be sent, by the statements of the tests beside it':
    [
      'src/areas/onboarding/steps/{advance-onboarding,expire-onboardings}*',
      'src/areas/onboarding/videos/upload-liveness-video*',
      'src/areas/liveness-page/mount-liveness-page*',
      'src/areas/simulations/**',
    ],
  'is about processes that are started, given commands and killed': [
    'src/commands/**',
    'test/{guides,journeys}/**',
    'test/{processes,import-transactions,migrate-plan,doctor}.test.ts',
    'test/nightly/{kill-*,*-under-*,owners,grants,cases,replicas,seeded-cases,stop-the-sandbox}.test.ts',
  ],
})

export default mergeConfig(everything, { test: { exclude: [...configDefaults.exclude, ...untried] } })
