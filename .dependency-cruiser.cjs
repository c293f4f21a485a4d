/** What a simulation has to know of an area: whose a record is, and what will be told of it. */
const simulated = [
  '^src/areas/(transactions|pix-infractions|pix-fund-recovery|onboarding/steps)/events\\.ts$',
  '^src/areas/(billets/billet-decode-store|pix-fund-recovery/request-store|onboarding/onboarding-store)\\.ts$',
  '^src/areas/onboarding/steps/(step|step-store)\\.ts$',
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
      from: { path: '^src/base/' },
      to: { path: '^src/', pathNot: '^src/base/' },
    },
    {
      name: 'the-middle-floor-does-not-look-up',
      severity: 'error',
      from: { path: '^src/(gate|events|cases|partners)/' },
      to: { path: '^src/', pathNot: '^src/(base|gate|events|cases|partners)/' },
    },
    {
      name: 'the-desk-stands-on-the-gate',
      comment: 'The gate of people uses that of callers, and not the other way round.',
      severity: 'error',
      from: { path: '^src/desk/' },
      to: { path: '^src/', pathNot: '^src/(base|gate|events|cases|partners|desk)/' },
    },
    {
      name: 'areas-do-not-look-up',
      severity: 'error',
      from: { path: '^src/areas/' },
      to: { path: '^src/', pathNot: '^src/(areas|base|gate|events|cases|partners|desk)/' },
    },
    {
      name: 'an-area-does-not-enter-another',
      severity: 'error',
      from: { path: '^src/areas/([^/]+)/' },
      to: {
        path: '^src/areas/',
        pathNot: [
          '^src/areas/$1/',
          '^src/areas/storage/(keep-file|hand-out-file|find-files)\\.ts$',
          '^src/areas/transactions/(find-(contested|transaction)|end-to-end-id|pix-payments|desk/contested-transaction)\\.ts$',
          '^src/areas/pix-refunds/desk/refunds-of-notification\\.ts$',
          '^src/areas/pix-infractions/(record-return|held)\\.ts$',
          '^src/areas/onboarding/(sent-for|consents/liveness-consent|liveness/(address|open-address|video)|videos/(read-media|take-page-video))\\.ts$',
          ...simulated,
        ],
      },
    },
    {
      name: 'only-simulations-look-at-what-may-happen-to-others',
      comment: 'Whether a record is of who simulates, and what is told of it: the stores and events of each area.',
      severity: 'error',
      from: { path: '^src/areas/([^/]+)/', pathNot: '^src/areas/simulations/' },
      to: { path: simulated, pathNot: '^src/areas/$1/' },
    },
    {
      name: 'only-the-liveness-page-enters-onboarding',
      comment: 'What an address is, what it opens, how large a film may be, what is in one, and the taking of one.',
      severity: 'error',
      from: { path: '^src/areas/', pathNot: '^src/areas/(onboarding|liveness-page|simulations)/' },
      to: { path: '^src/areas/onboarding/' },
    },
    {
      name: 'faces-then-steps-then-videos',
      comment: 'A step judges a face, and a video sets the steps going: in this order, or they would know each other.',
      severity: 'error',
      from: { path: '^src/areas/onboarding/(liveness|steps)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/areas/onboarding/(steps|videos)/', pathNot: '^src/areas/onboarding/$1/' },
    },
    {
      name: 'natural-and-legal-persons-are-apart',
      comment: 'What concerns both kinds of person lives above both.',
      severity: 'error',
      from: { path: '^src/areas/onboarding/(natural|legal)/' },
      to: { path: '^src/areas/onboarding/(natural|legal)/', pathNot: '^src/areas/onboarding/$1/' },
    },
    {
      name: 'only-pix-asks-for-transactions',
      comment:
        'What is contested is a transaction of some user, by its id: the doors of that area, and who may use them.',
      severity: 'error',
      from: { path: '^src/areas/', pathNot: '^src/areas/(transactions|pix-[^/]+|simulations)/' },
      to: { path: '^src/areas/transactions/' },
    },
    {
      name: 'only-refunds-move-a-block',
      comment:
        'Money that is sent back ends the block of a notification: both are said in one transaction, by one door.',
      severity: 'error',
      from: { path: '^src/areas/', pathNot: '^src/areas/(pix-infractions|pix-refunds|simulations)/' },
      to: { path: '^src/areas/pix-infractions/' },
    },
    {
      name: 'only-these-keep-files',
      comment: 'The one door of one area that others may use, and who they are.',
      severity: 'error',
      from: {
        path: '^src/areas/',
        pathNot: '^src/areas/(storage|onboarding|liveness-page|pix-fund-recovery|pix-infractions)/',
      },
      to: { path: '^src/areas/storage/keep-file\\.ts$' },
    },
    {
      name: 'only-who-judges-hands-files-out',
      comment: 'An address of a file is the file. Only who judges a person or a report is given some.',
      severity: 'error',
      from: { path: '^src/areas/', pathNot: '^src/areas/(storage|onboarding|pix-infractions/desk)/' },
      to: { path: '^src/areas/storage/hand-out-file\\.ts$' },
    },
    {
      name: 'only-infractions-look-for-files',
      comment: 'The other door: evidence is given by the ids of files that were uploaded before.',
      severity: 'error',
      from: { path: '^src/areas/', pathNot: '^src/areas/(storage|pix-infractions)/' },
      to: { path: '^src/areas/storage/find-files\\.ts$' },
    },
    {
      name: 'only-these-work-across-users',
      comment: 'The role behind this file sees the rows of every user.',
      severity: 'error',
      from: { pathNot: ['^src/services\\.ts$', '^src/commands/operator\\.ts$', '^sandbox/seed\\.ts$', '^test/'] },
      to: { path: '^src/base/db/operator-pool\\.ts$' },
    },
    {
      name: 'the-gateway-runs-without-its-sandbox',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(sandbox|test|drills|bench|scripts)/' },
    },
    {
      name: 'the-simulator-has-words-of-its-own',
      comment:
        'Were XML and signatures of DICT read and written by the client, its mistakes would be understood there.',
      severity: 'error',
      from: { path: '^sandbox/dict/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/partners/dict/(xml|signature)/' },
    },
    {
      name: 'the-pages-know-only-the-contract',
      comment: 'What they show they are told by a contract, from which their types are written.',
      severity: 'error',
      from: { path: '^(desk|room)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(src|sandbox|test|drills|bench|scripts)/' },
    },
    {
      name: 'nobody-imports-a-page',
      comment: 'The desk and the API serve files. What is in them they do not know.',
      severity: 'error',
      from: { pathNot: '^(desk|room)/' },
      to: { path: '^(desk|room)/' },
    },
    {
      name: 'the-room-stands-on-the-ground-of-the-desk',
      comment: 'Parts, words, style and how a contract is called; of no page of it, and of no contract of it.',
      severity: 'error',
      from: { path: '^room/' },
      to: {
        path: '^desk/',
        pathNot: [
          '^desk/(parts|words|style)/',
          '^desk/contract/(answer|connection|lists|problem|query-client)\\.ts$',
          '^desk/frame/((back|commanding|own-menu|page-body|page-head|palette)\\.tsx|words\\.ts)$',
          '^desk/vite\\.config\\.ts$',
          '\\.css$',
        ],
      },
    },
    {
      name: 'the-desk-does-not-know-the-room',
      severity: 'error',
      from: { path: '^desk/' },
      to: { path: '^room/' },
    },
    {
      name: 'parts-know-no-page',
      severity: 'error',
      from: { path: '^desk/(parts|words|contract|style)/' },
      to: { path: '^desk/', pathNot: '^desk/(parts|words|contract|style)/' },
    },
    {
      name: 'a-kind-of-case-is-its-own',
      comment: 'But for accounts, which are the accounts of clients.',
      severity: 'error',
      from: { path: '^desk/cases/([^/]+)/' },
      to: { path: '^desk/cases/[^/]+/', pathNot: ['^desk/cases/$1/', '^desk/cases/client/'] },
    },
    {
      name: 'the-client-knows-only-the-contract',
      comment: 'It is packed and published alone. Of the gateway it knows what is made from the contract.',
      severity: 'error',
      from: { path: '^clients/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^clients/', 'node_modules/openapi-fetch/'] },
    },
    {
      name: 'nobody-stands-on-the-client',
      comment:
        'The gateway does not call itself; the commands of integrators and the journeys call it as an integrator does.',
      severity: 'error',
      from: { pathNot: '^(clients|test/journeys|src/commands)/' },
      to: { path: '^clients/' },
    },
    {
      name: 'journeys-see-only-the-wire',
      severity: 'error',
      from: { path: '^test/journeys/' },
      to: { path: '^src/' },
    },
    {
      name: 'no-development-package-at-run-time',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm-dev'] },
    },
    { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, path: '^\\.' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(desk|room|clients/typescript)/dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
    parser: 'swc',
  },
}
