import { deskRoute } from '../backoffice-route.ts'
import { proposalLookers } from '../role.ts'
import { CaseChanges } from './change.ts'
import { streamsFull } from './errors.ts'
import type { Live } from './realtime.ts'

const SAID = `Server-sent events, as \`EventSource\` reads them. \`reload\`: read the queue now; every later change is sent.
It is the first event, and is sent again when changes may have been missed. \`changes\`: its data is a CaseChanges, ids of
records to read again. \`appeared\` and \`left\`: a case became pending, or is closed; \`assigned\`: its assignee changed;
\`proposed\`: an approval request about it was made or has ended; \`changed\`: any other change. Each approval request is also sent under
the kind \`proposal\`, with its own id. A person without access to cases receives approval requests only. A change may be sent twice, and a case
that changed may be outside your filters. \`lost\`: no changes are sent until the next \`reload\`. \`ended\`: the session is over or
lost its role, and \`code\` is the reason; do not reconnect automatically. A comment is sent every DESK_LIVE_SECONDS: a client that receives nothing for
longer has lost the connection. Events have no ids, and Last-Event-ID is ignored: after a new connection, \`reload\` is sent.
The stream does not keep a session active: an otherwise idle session ends, and the stream with it. A person has eight at most.`

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
