import { addLivenessConsent } from '../onboarding/consents/liveness-consent.ts'
import { PageRefusal } from './page-rejection.ts'
import { findOpened, type PageRoute, readFor, runForAddress } from './page-route.ts'
import { readConsent } from './read-request.ts'

/**
 * Records the person's consent as evidence, before the page records a video. The page identifies the text by its hash.
 */
export const recordLivenessConsent: PageRoute = {
  name: 'recordLivenessConsent',
  method: 'POST',
  path: '/consent',
  async work(call, services) {
    const { pages, request, reply } = call
    const sha256 = await readFor(services, call, readConsent)
    if (!sha256) return undefined
    const shown = pages.consents.find((one) => one.sha256 === sha256)
    const recorded = await runForAddress(services, call, async (tx) => {
      const opened = await findOpened(tx, call.key)
      if (!opened) return false
      // The page was loaded before a restart of the gateway: the person read another text than the current one.
      if (!shown) throw new PageRefusal(409, 'CONSENT_CHANGED')
      addLivenessConsent(tx, opened.liveness, { ...shown, ip_address: request.ip })
      return true
    })
    return recorded ? reply.code(201).send({}) : undefined
  },
}
