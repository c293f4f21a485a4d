import { Badge } from '../../desk/parts/badge.tsx'

const FAILED = 400
const BROKEN = 500

/** The status a request was answered with. The colour only repeats it. */
export function RequestStatus({ status }: { status: number }) {
  return <Badge tone={status >= BROKEN ? 'bad' : status >= FAILED ? 'warn' : 'good'}>{status}</Badge>
}
