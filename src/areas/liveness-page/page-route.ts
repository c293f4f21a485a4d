import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../../base/config/settings.ts'
import type { Log } from '../../base/observability/log.ts'
import { scopeOfUser } from '../../gate/scope/scope.ts'
import { type Ground, runWithin, type Tx } from '../../gate/transaction.ts'
import { hasConsented } from '../onboarding/consents/liveness-consent.ts'
import type { LivenessAddresses, LivenessKey } from '../onboarding/liveness/address.ts'
import { assertServed, type OpenedAddress, openAddress } from '../onboarding/liveness/open-address.ts'
import type { FileServices } from '../storage/keep-file.ts'
import { PageRefusal } from './refusal.ts'
import type { LivenessPages } from './render-page.ts'
import type { livenessPageSettings } from './settings.ts'

/** What the page works with. */
export interface PageServices extends Ground, FileServices {
  log: Log
  livenessAddresses: LivenessAddresses
  settings: FileServices['settings'] & Settings<typeof livenessPageSettings>
}

/** A request whose address the gateway has made. Whether it still opens is for the work to look up. */
export interface PageCall {
  key: LivenessKey
  request: FastifyRequest
  reply: FastifyReply
  pages: LivenessPages
}

/** Something the page can ask for beneath an address. No API operation: the address is the only credential. */
export interface PageRoute {
  name: string
  method: 'GET' | 'PUT' | 'POST'
  /** Behind the address. */
  path: '' | `/${string}`
  /** Whether its body is taken as it comes, and may take its time. */
  streams?: boolean
  /** Undefined when the address opens nothing: that is refused like what was never there. */
  work(call: PageCall, services: PageServices): Promise<unknown>
}

/**
 * Work on what an address leads to, as the user whose it is and no other. It commits nothing after the revocation of that user, of the
 * product or of the grant was acknowledged: it throws an error that `isScopeMoved` recognises.
 */
export function runForAddress<T>(services: Ground, { key, request }: PageCall, work: (tx: Tx) => Promise<T>) {
  const closing = () => [assertServed(key.user_id, key.onboarding_id)]
  return runWithin(services, scopeOfUser(key.user_id), request.id, work, { closing })
}

/** What an address leads to, with what an upload has become. One that says nothing is to be recorded again. */
export async function findOpened(
  tx: Tx,
  key: LivenessKey,
  upload_id?: string,
  open: typeof openAddress = openAddress,
): Promise<OpenedAddress | undefined> {
  const opened = await open(tx, key, upload_id)
  if (opened?.video?.state === 'FAILED') throw new PageRefusal(422, 'VIDEO_UNUSABLE')
  return opened
}

/** The same for what contains the face of a person: refused until the consent of that person is kept as evidence. */
export async function findConsented(tx: Tx, key: LivenessKey, upload_id: string): Promise<OpenedAddress | undefined> {
  const [opened, consented] = await Promise.all([findOpened(tx, key, upload_id), hasConsented(tx, key)])
  if (opened && !opened.video && !consented) throw new PageRefusal(409, 'CONSENT_MISSING')
  return opened
}

/** What was sent, read. That it is malformed is told only to somebody whose address opens; undefined to all others. */
export async function readFor<T>(
  services: PageServices,
  call: PageCall,
  read: (request: FastifyRequest) => T,
): Promise<T | undefined> {
  try {
    return read(call.request)
  } catch (refusal) {
    if (await runForAddress(services, call, (tx) => findOpened(tx, call.key))) throw refusal
    return undefined
  }
}
