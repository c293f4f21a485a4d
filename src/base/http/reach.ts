import { connect, type NetConnectOpts } from 'node:net'
import { portOf } from './address.ts'
import { type Check, degraded, ready, seldom } from './readiness.ts'

const REACH_MS = 2_000

/** Rejects when nobody listens there, an URL or the path of a socket. Nothing is said: what could be asked would be about somebody. */
export async function reach(where: string, timeoutMs = REACH_MS): Promise<void> {
  const socket = connect({ ...placeOf(where), timeout: timeoutMs })
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject)
      // A process that itself stood still hears of the time before it hears of the answer that has long been there.
      socket.once('timeout', () =>
        setImmediate(reject, Object.assign(new Error('nobody answered in time'), { code: 'ETIMEDOUT' })),
      )
    })
  } finally {
    socket.destroy()
  }
}

function placeOf(where: string): NetConnectOpts {
  if (where.startsWith('/')) return { path: where }
  const url = new URL(where)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: portOf(url) }
}

/** Somebody the process asks and can do without for a while. */
export function reachCheck(name: string, where: string, setting: string, meanwhile: string): Check {
  const trouble = {
    reason: `${name} is not reached; meanwhile ${meanwhile}`,
    action: `see that what ${setting} names runs and can be reached from here`,
  }
  return seldom({
    name,
    unanswered: trouble,
    around: true,
    look: () =>
      reach(where).then(
        () => ready,
        () => degraded(trouble.reason, trouble.action),
      ),
  })
}
