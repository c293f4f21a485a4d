import type { Schemas } from '../contract/client.ts'

export type PaperFile = Schemas['FileOfCase']

/** What whoever shows a file is given. */
export interface Shown {
  file: PaperFile
  /** What it is called on the page. */
  name: string
  /** Whether the keys of the page mean this one. */
  inHand: boolean
}
