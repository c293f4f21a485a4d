import { route } from '../../../http/route.ts'
import { found } from '../../../platform/errors/fault.ts'
import { representativeNotFound } from '../errors.ts'
import { RepresentativePath, RepresentativeReply, representativeShown } from './representative.ts'
import { findRepresentative } from './representative-store.ts'
import { texts } from './texts.ts'

export const getLegalRepresentative = route({
  name: 'getLegalRepresentative',
  ...texts.getLegalRepresentative,
  method: 'GET',
  path: '/v2/users/legal-representatives/:id',
  params: RepresentativePath,
  brief: true,
  reply: { 200: RepresentativeReply },
  errors: [representativeNotFound],

  async handle({ params, transaction }) {
    return transaction(async (tx) => {
      const representative = found(await findRepresentative(tx, params.id), representativeNotFound)
      return representativeShown(representative)
    })
  },
})
