import { route } from '../../../http/route.ts'
import { found } from '../../../platform/errors/fault.ts'
import { shareholderNotFound } from '../errors.ts'
import { ShareholderPath, ShareholderReply, shareholderShown } from './shareholder.ts'
import { findShareholder } from './shareholder-store.ts'
import { texts } from './texts.ts'

export const getShareholder = route({
  name: 'getShareholder',
  ...texts.getShareholder,
  method: 'GET',
  path: '/v2/users/shareholders/:id',
  params: ShareholderPath,
  brief: true,
  reply: { 200: ShareholderReply },
  errors: [shareholderNotFound],

  async handle({ params, transaction }) {
    return transaction(async (tx) => {
      const shareholder = found(await findShareholder(tx, params.id), shareholderNotFound)
      return shareholderShown(shareholder)
    })
  },
})
