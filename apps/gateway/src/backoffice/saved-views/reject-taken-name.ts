import { viewNameTaken } from './errors.ts'
import type { View } from './view.ts'

/** Two views with the same name could not be distinguished. */
export function refuseTaken(own: View[], { id, name }: View): void {
  const isSame = (other: View) => other.id !== id && other.name.toLowerCase() === name.toLowerCase()
  if (own.some(isSame)) throw viewNameTaken()
}
