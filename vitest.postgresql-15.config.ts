import { elsewhere } from '@eclusa/testing/excluded-tests.ts'
import { configDefaults, mergeConfig } from 'vitest/config'
import everything from './vitest.config.ts'

/**
 * The tests on an older server are all but these: what never speaks to a database, and what says nothing to it that a
 * test beside it does not say as well. Whatever is not named here runs on both.
 */
const untried = elsewhere({
  'computes, reads files or speaks with others, and opens no database': [
    'tools/bench/{figures,history,load}.test.ts',
    'packages/client/**',
    'packages/simulators/**',
    'apps/backoffice/**',
    'packages/ui/**',
    'apps/gateway/src/partners/**',
    'apps/gateway/src/platform/object-storage/**',
    'apps/gateway/src/areas/billets/{check-digits,decode-digits,decode-digits.differential,decode-digits.round-trip,due-date,undetected-errors}.test.ts',
    'apps/gateway/src/areas/crossborder/bank-code/**',
    'apps/gateway/src/areas/onboarding/videos/{read-media,read-media-limits}.test.ts',
    'apps/gateway/src/platform/observability/**',
    'tools/chaos/test/{alerts,mutants}.test.ts',
    'tools/codegen/test/{client-contract,metrics,names}.test.ts',
    'apps/gateway/test/deployments.test.ts',
    'tools/chaos/test/{backup,signatures}.test.ts',
    'tools/codegen/test/prometheus.test.ts',
  ],
  'is about a store, a scanner, a registry, a token or a browser that misbehaves': [
    'apps/gateway/src/areas/storage/{hostile,outage,scan}.test.ts',
    'apps/gateway/src/areas/billets/decode.registry.test.ts',
    'apps/gateway/test/dict-keys-in-hsm.test.ts',
    'apps/gateway/test/{backoffice-in-a-browser,docs-pages,served-docs}.test.ts',
    'apps/gateway/test/nightly/{backoffice-visual,docs-visual,liveness-page,portal-visual}.test.ts',
    'apps/gateway/test/backoffice-web/{account,client-case,decisions,onboarding,pix,portal,portals,queue}.test.ts',
    'apps/gateway/src/backoffice/web/**',
  ],
  'is about who calls and how it is asked, and asks what apps/gateway/test/isolation.test.ts asks too': [
    'apps/gateway/src/http/auth/{auth-failure-reason,platform-token}.test.ts',
    'apps/gateway/src/backoffice/auth/**',
    'apps/gateway/test/{collection,every-operation,odd-bodies,odd-queries}.test.ts',
    'tools/codegen/test/contract.test.ts',
    'tools/chaos/test/fuzz.test.ts',
  ],
  'goes through every moment at which a worker may die, or all that a page may be sent, by the statements of the tests beside it':
    [
      'apps/gateway/src/areas/onboarding/steps/{advance-onboarding,expire-onboardings}.test.ts',
      'apps/gateway/src/areas/onboarding/videos/upload-liveness-video.test.ts',
      'apps/gateway/src/areas/liveness-page/mount-liveness-page.test.ts',
      'apps/gateway/src/areas/simulations/**',
    ],
  'is about processes that are started, given commands and killed': [
    'apps/gateway/src/cli/**',
    'apps/gateway/test/guides/{by-hand,guides,install}.test.ts',
    'tools/chaos/test/guides/operators.test.ts',
    'apps/gateway/test/e2e/{backoffice,cli,client,correct-a-person,first-call,onboard-a-company,onboard-a-person,recover-funds,recover-funds-refused,two-institutions}.test.ts',
    'apps/gateway/test/{doctor,import-transactions,migrate-plan,processes}.test.ts',
    'tools/chaos/test/nightly/{cases,grants,kill-api,kill-worker,owners,recoveries-under-faults,replicas,webhooks-under-kills}.test.ts',
    'apps/gateway/test/nightly/{seeded-cases,stop-the-sandbox}.test.ts',
  ],
})

export default mergeConfig(everything, { test: { exclude: [...configDefaults.exclude, ...untried] } })
