import { wasSubmitted } from '../onboarding/liveness/open-address.ts'
import { languageOf, sendPage } from './door.ts'
import { findOpened, type PageRoute, runForAddress } from './page-route.ts'

/** The page itself, that the video was received already, or that there are no more attempts. */
export const openLivenessPage: PageRoute = {
  name: 'openLivenessPage',
  method: 'GET',
  path: '',
  async work(call, services) {
    const { page, sent, over } = call.pages
    const shown = await runForAddress(services, call, async (tx) => {
      const opened = await findOpened(tx, call.key)
      if (opened) return opened.liveness.attempts < services.settings.LIVENESS_ATTEMPTS_MAX ? page : over
      return (await wasSubmitted(tx, call.key)) ? sent : undefined
    })
    return shown && sendPage(call.reply, shown, languageOf(call.request))
  },
}
