import type { XmlValue } from '../../src/partners/dict/xml/read.ts'
import { dictName } from '../../src/partners/dict/xml/shape.ts'
import type { Content } from '../../src/partners/dict/xml/write.ts'
import type { Asked, Operation } from './operation.ts'
import { insist } from './problem.ts'
import { settle } from './settle.ts'
import { checkShape, requestShapes, type Sent } from './shapes.ts'

/** One request, from whoever it came: a participant over the wire, or a test that speaks for one. */
export function perform(operation: Operation, asked: Omit<Asked, 'sent'>, sent: Sent): Content {
  const { world, caller, id } = asked
  if (operation.request) {
    checkShape(sent, requestShapes[operation.request])
    insist(sent['participant'] === caller, 'Forbidden')
    insist(
      !operation.idName || sent[operation.idName] === id,
      'BadRequest',
      operation.idName,
      'is not the one addressed',
    )
  }
  settle(world)
  const content = operation.handle({ ...asked, sent })
  settle(world)
  return content
}

/** `TransactionId` as `transaction_id`. A spelling that is not DICT's own is refused, and not guessed. */
export function sentFrom(value: XmlValue): Sent {
  if (typeof value === 'string') return value
  insist(!Array.isArray(value), 'BadRequest', 'body', 'repeats an element')
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const plain = name.replaceAll(/(?<!^)([A-Z])/g, '_$1').toLowerCase()
      insist(dictName(plain) === name, 'BadRequest', name, 'is not known')
      return [plain, sentFrom(inner)]
    }),
  )
}
