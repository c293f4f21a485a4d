import { canaries } from './canaries.ts'
import { egress } from './egress.ts'
import { hostile } from './hostile.ts'
import { isolation } from './isolation.ts'
import type { AttackPart } from './part.ts'
import { people } from './people.ts'
import { races } from './races.ts'
import { tokens } from './tokens.ts'
import { uploads } from './uploads.ts'
import { xml } from './xml.ts'

/** Every part, in the order of execution. */
export const parts: AttackPart[] = [isolation, tokens, people, races, hostile, uploads, egress, xml, canaries]
