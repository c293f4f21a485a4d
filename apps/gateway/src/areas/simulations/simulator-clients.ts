import type { Settings } from '../../platform/config/settings.ts'
import { simulationRefused, simulatorUnavailable } from './errors.ts'
import type { simulationSettings } from './settings.ts'

const TIMEOUT_MS = 10_000
const RETRY_AFTER_SECONDS = '2'

/**
 * Calls a simulator and returns its response. A rejection means that the simulation is impossible now; any other
 * failure means that the simulator is unavailable.
 */
type CallSimulator = <Answer>(path: string, body: object) => Promise<Answer>

/** The simulators of a test installation. */
export interface Counterparts {
  dict: CallSimulator
  checks: CallSimulator
  billets: CallSimulator
  ledger: CallSimulator
}

/**
 * `verify` rejects unless the database belongs to a test installation now, so that nothing is ever simulated on a live
 * one.
 */
export function createSimulatorClients(
  settings: Settings<typeof simulationSettings>,
  verify: () => Promise<void>,
): Counterparts {
  const token = settings.SIMULATOR_LEDGER_TOKEN!
  return {
    dict: tell(verify, settings.SIMULATOR_DICT_URL),
    checks: tell(verify, settings.SIMULATOR_CHECKS_URL),
    billets: tell(verify, settings.SIMULATOR_BILLETS_URL),
    ledger: tell(verify, settings.SIMULATOR_LEDGER_URL, { authorization: `Bearer ${token}` }),
  }
}

function tell(verify: () => Promise<void>, url = '', headers: Record<string, string> = {}): CallSimulator {
  return async <Answer>(path: string, body: object) => {
    await verify()
    const answer = await fetch(`${url.replace(/\/$/, '')}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw simulatorUnavailable({ headers: { 'retry-after': RETRY_AFTER_SECONDS }, cause })
    })
    const said = (await answer.json().catch(() => ({}))) as Answer & { type?: string; reason?: string }
    if (answer.ok) return said
    const reason = said.reason ?? said.type
    if (answer.status < 500 && reason !== undefined) throw simulationRefused({ members: { reason } })
    const cause = new Error(`a simulator answered ${answer.status} to ${path}`)
    throw simulatorUnavailable({ headers: { 'retry-after': RETRY_AFTER_SECONDS }, cause })
  }
}
