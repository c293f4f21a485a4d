import { deskRoute } from '../desk-route.ts'
import { proposalLookers } from '../role.ts'
import { CaseChanges } from './change.ts'
import { streamsFull } from './errors.ts'
import type { Live } from './live.ts'

const SAID = `Server-sent events, as \`EventSource\` reads them. \`reload\`: read the queue now; every change from here on is told.
It is the first event, and comes again whenever something may have been missed. \`changes\`: its data is a CaseChanges, ids of
what to read again. \`appeared\` and \`left\` say that a case waits, or waits no more; \`assigned\` that it changed hands;
\`proposed\` that a proposal about it was made or has ended; \`changed\` anything else. Of every proposal it is said once more under
the kind \`proposal\`, with its own id. Who may not look at cases hears of proposals alone. A change may be told twice, and a case
that changed may be outside your filters. \`lost\`: nothing is told until the next \`reload\`. \`ended\`: the session is over or
lost its role, and \`code\` says how; do not come back by yourself. A comment comes every DESK_LIVE_SECONDS: who hears nothing for
longer has lost the connection. Events have no ids, and Last-Event-ID is not looked at: whoever reconnects is told to reload.
Watching is no use of a session: one that is otherwise unused ends, and the stream with it. A person has eight at most.`

export const watchCases = deskRoute({
  name: 'watchCases',
  summary: 'Stream the changes of the queue (server-sent events)',
  description: SAID.replaceAll('\n', ' '),
  method: 'GET',
  path: '/v1/cases/live',
  roles: proposalLookers,
  type: 'text/event-stream',
  reply: { 200: CaseChanges },
  errors: [streamsFull],

  handle: async ({ person, again }, { live }: { live: Live }) => live.watch(person, again),
})
