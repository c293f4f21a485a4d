/** What a simulation has to know of an area: whose a record is, and what will be told of it. */
const simulated = [
  '^apps/gateway/src/areas/(transactions|pix-infractions|pix-fund-recovery|onboarding/steps)/events\\.ts$',
  '^apps/gateway/src/areas/(billets/billet-decode-store|pix-fund-recovery/request-store|onboarding/onboarding-store)\\.ts$',
  '^apps/gateway/src/areas/onboarding/steps/(step|step-store)\\.ts$',
]

/**
 * The arrows of the house. Imports go downwards: areas, then gate, events, cases and partners, then base. The exceptions are
 * listed here by name, because a rule with quiet exceptions is no rule.
 */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'base-knows-nothing-of-payments',
      severity: 'error',
      from: { path: '^apps/gateway/src/platform/' },
      to: { path: '^apps/gateway/src/', pathNot: '^apps/gateway/src/platform/' },
    },
    {
      name: 'the-middle-floor-does-not-look-up',
      severity: 'error',
      from: { path: '^apps/gateway/src/(http|events|cases|partners)/' },
      to: { path: '^apps/gateway/src/', pathNot: '^apps/gateway/src/(platform|http|events|cases|partners)/' },
    },
    {
      name: 'the-desk-stands-on-the-gate',
      comment: 'The gate of people uses that of callers, and not the other way round.',
      severity: 'error',
      from: { path: '^apps/gateway/src/backoffice/' },
      to: {
        path: '^apps/gateway/src/',
        pathNot: '^apps/gateway/src/(platform|http|events|cases|partners|backoffice)/',
      },
    },
    {
      name: 'areas-do-not-look-up',
      severity: 'error',
      from: { path: '^apps/gateway/src/areas/' },
      to: {
        path: '^apps/gateway/src/',
        pathNot: '^apps/gateway/src/(areas|platform|http|events|cases|partners|backoffice)/',
      },
    },
    {
      name: 'an-area-does-not-enter-another',
      severity: 'error',
      from: { path: '^apps/gateway/src/areas/([^/]+)/' },
      to: {
        path: '^apps/gateway/src/areas/',
        pathNot: [
          '^apps/gateway/src/areas/$1/',
          '^apps/gateway/src/areas/storage/(keep-file|hand-out-file|find-files)\\.ts$',
          '^apps/gateway/src/areas/transactions/(find-(contested|transaction)|end-to-end-id|pix-payments|backoffice/contested-transaction)\\.ts$',
          '^apps/gateway/src/areas/pix-refunds/backoffice/refunds-of-notification\\.ts$',
          '^apps/gateway/src/areas/pix-infractions/(record-return|pending-refund-holds)\\.ts$',
          '^apps/gateway/src/areas/onboarding/(required-parts|consents/liveness-consent|liveness/(address|open-address|video)|videos/(read-media|take-page-video))\\.ts$',
          ...simulated,
        ],
      },
    },
    {
      name: 'only-simulations-look-at-what-may-happen-to-others',
      comment: 'Whether a record is of who simulates, and what is told of it: the stores and events of each area.',
      severity: 'error',
      from: { path: '^apps/gateway/src/areas/([^/]+)/', pathNot: '^apps/gateway/src/areas/simulations/' },
      to: { path: simulated, pathNot: '^apps/gateway/src/areas/$1/' },
    },
    {
      name: 'only-the-liveness-page-enters-onboarding',
      comment: 'What an address is, what it opens, how large a film may be, what is in one, and the taking of one.',
      severity: 'error',
      from: {
        path: '^apps/gateway/src/areas/',
        pathNot: '^apps/gateway/src/areas/(onboarding|liveness-page|simulations)/',
      },
      to: { path: '^apps/gateway/src/areas/onboarding/' },
    },
    {
      name: 'faces-then-steps-then-videos',
      comment: 'A step judges a face, and a video sets the steps going: in this order, or they would know each other.',
      severity: 'error',
      from: { path: '^apps/gateway/src/areas/onboarding/(liveness|steps)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^apps/gateway/src/areas/onboarding/(steps|videos)/',
        pathNot: '^apps/gateway/src/areas/onboarding/$1/',
      },
    },
    {
      name: 'natural-and-legal-persons-are-apart',
      comment: 'What concerns both kinds of person lives above both.',
      severity: 'error',
      from: { path: '^apps/gateway/src/areas/onboarding/(natural|legal)/' },
      to: {
        path: '^apps/gateway/src/areas/onboarding/(natural|legal)/',
        pathNot: '^apps/gateway/src/areas/onboarding/$1/',
      },
    },
    {
      name: 'only-pix-asks-for-transactions',
      comment:
        'What is contested is a transaction of some user, by its id: the doors of that area, and who may use them.',
      severity: 'error',
      from: {
        path: '^apps/gateway/src/areas/',
        pathNot: '^apps/gateway/src/areas/(transactions|pix-[^/]+|simulations)/',
      },
      to: { path: '^apps/gateway/src/areas/transactions/' },
    },
    {
      name: 'only-refunds-move-a-block',
      comment:
        'Money that is sent back ends the block of a notification: both are said in one transaction, by one door.',
      severity: 'error',
      from: {
        path: '^apps/gateway/src/areas/',
        pathNot: '^apps/gateway/src/areas/(pix-infractions|pix-refunds|simulations)/',
      },
      to: { path: '^apps/gateway/src/areas/pix-infractions/' },
    },
    {
      name: 'only-these-keep-files',
      comment: 'The one door of one area that others may use, and who they are.',
      severity: 'error',
      from: {
        path: '^apps/gateway/src/areas/',
        pathNot: '^apps/gateway/src/areas/(storage|onboarding|liveness-page|pix-fund-recovery|pix-infractions)/',
      },
      to: { path: '^apps/gateway/src/areas/storage/keep-file\\.ts$' },
    },
    {
      name: 'only-who-judges-hands-files-out',
      comment: 'An address of a file is the file. Only who judges a person or a report is given some.',
      severity: 'error',
      from: {
        path: '^apps/gateway/src/areas/',
        pathNot: '^apps/gateway/src/areas/(storage|onboarding|pix-infractions/backoffice)/',
      },
      to: { path: '^apps/gateway/src/areas/storage/hand-out-file\\.ts$' },
    },
    {
      name: 'only-infractions-look-for-files',
      comment: 'The other door: evidence is given by the ids of files that were uploaded before.',
      severity: 'error',
      from: { path: '^apps/gateway/src/areas/', pathNot: '^apps/gateway/src/areas/(storage|pix-infractions)/' },
      to: { path: '^apps/gateway/src/areas/storage/find-files\\.ts$' },
    },
    {
      name: 'only-these-work-across-users',
      comment: 'The role behind this file sees the rows of every user.',
      severity: 'error',
      from: {
        pathNot: [
          '^apps/gateway/src/services\\.ts$',
          '^apps/gateway/src/cli/operator\\.ts$',
          '^packages/simulators/seed\\.ts$',
          '^tools/(testing/|[^/]+/test/)',
          '^apps/gateway/test/',
        ],
      },
      to: { path: '^apps/gateway/src/platform/db/operator-pool\\.ts$' },
    },
    {
      name: 'the-gateway-runs-without-its-sandbox',
      severity: 'error',
      from: { path: '^apps/gateway/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(packages/simulators|tools)/' },
    },
    {
      name: 'the-simulator-has-words-of-its-own',
      comment:
        'Were XML and signatures of DICT read and written by the client, its mistakes would be understood there.',
      severity: 'error',
      from: { path: '^packages/simulators/dict/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/gateway/src/partners/dict/(xml|signature)/' },
    },
    {
      name: 'a-kind-of-case-is-its-own',
      comment: 'But for accounts, which are the accounts of clients.',
      severity: 'error',
      from: { path: '^apps/backoffice/cases/([^/]+)/' },
      to: {
        path: '^apps/backoffice/cases/[^/]+/',
        pathNot: ['^apps/backoffice/cases/$1/', '^apps/backoffice/cases/client/'],
      },
    },
    {
      name: 'nobody-stands-on-the-client',
      comment:
        'The gateway does not call itself; the commands of integrators and the journeys call it as an integrator does.',
      severity: 'error',
      from: { pathNot: '^(packages/client|apps/gateway/test/e2e|apps/gateway/src/cli)/' },
      to: { path: '^packages/client/' },
    },
    {
      name: 'journeys-see-only-the-wire',
      severity: 'error',
      from: { path: '^apps/gateway/test/e2e/' },
      to: { path: '^apps/gateway/src/' },
    },
    {
      name: 'no-development-package-at-run-time',
      severity: 'error',
      from: { path: '^apps/gateway/src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm-dev'] },
    },
    {
      name: 'packages-import-each-other-by-name',
      comment: 'A relative import ends where its package ends.',
      severity: 'error',
      from: { path: '^(apps|packages|tools)/([^/]+)/' },
      to: {
        path: '^(apps|packages|tools)/',
        pathNot: '^$1/$2/',
        dependencyTypes: ['local'],
        dependencyTypesNot: ['npm', 'npm-dev', 'aliased-workspace'],
      },
    },
    {
      name: 'applications-do-not-import-each-other',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, path: '^\\.' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|packages)/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
    parser: 'swc',
  },
}
