import { Badge } from '@eclusa/ui/components/badge.tsx'

const FAILED = 400
const BROKEN = 500

/** The status of a response. The colour only repeats it. */
export function RequestStatus({ status }: { status: number }) {
  return <Badge tone={status >= BROKEN ? 'bad' : status >= FAILED ? 'warn' : 'good'}>{status}</Badge>
}
