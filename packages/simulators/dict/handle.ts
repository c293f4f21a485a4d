import type { DictRequest, Operation } from './operation.ts'
import { insist } from './problem.ts'
import { settle } from './settle.ts'
import { checkShape, requestShapes, type SentShape } from './shapes.ts'
import { type Element, elementsIn, spelled, textOf, type XmlContent } from './xml.ts'

/** Runs one request, by a participant over the network, or by a test in its name. */
export function perform(operation: Operation, asked: Omit<DictRequest, 'sent'>, sent: SentShape): XmlContent {
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

/** `TransactionId` as `transaction_id`. Another spelling is rejected, and not guessed. */
export function sentFrom(element: Element): SentShape {
  const elements = elementsIn(element)
  if (elements.length === 0) return textOf(element).trim()
  const once = new Set(elements.map(({ name }) => name)).size === elements.length
  insist(once, 'BadRequest', 'body', 'repeats an element')
  return Object.fromEntries(
    elements.map((each) => {
      const plain = each.name.replaceAll(/(?<!^)([A-Z])/g, '_$1').toLowerCase()
      insist(spelled(plain) === each.name, 'BadRequest', each.name, 'is not known')
      return [plain, sentFrom(each)]
    }),
  )
}
