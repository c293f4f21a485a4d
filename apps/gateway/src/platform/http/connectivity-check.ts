import { connect, type NetConnectOpts } from 'node:net'
import { portOf } from './address.ts'
import { type Check, cachedCheck, degraded, ready } from './readiness.ts'

const REACH_MS = 2_000

/**
 * TCP connect probe for a URL or a socket path. Rejects when nothing listens. It sends nothing, because any request would contain
 * data of a user.
 */
export async function probeTcp(where: string, timeoutMs = REACH_MS): Promise<void> {
  const socket = connect({ ...placeOf(where), timeout: timeoutMs })
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject)
      // After the process was suspended its timer fires before the socket's event, although the connection was there in time.
      socket.once('timeout', () =>
        setImmediate(reject, Object.assign(new Error('no server answered in time'), { code: 'ETIMEDOUT' })),
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

/** A partner that the process calls and can do without for a while. */
export function connectivityCheck(name: string, where: string, setting: string, meanwhile: string): Check {
  const trouble = {
    reason: `${name} is not reached; meanwhile ${meanwhile}`,
    action: `check that the server in ${setting} runs and is reachable from here`,
  }
  return cachedCheck({
    name,
    unanswered: trouble,
    around: true,
    look: () =>
      probeTcp(where).then(
        () => ready,
        () => degraded(trouble.reason, trouble.action),
      ),
  })
}
