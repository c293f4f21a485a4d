import type { Schemas } from '../api/client.ts'

export type PaperFile = Schemas['FileOfCase']

/** Properties of every file viewer. */
export interface FileViewerProps {
  file: PaperFile
  /** Its name on the page. */
  name: string
  /** Whether the keyboard shortcuts apply to this one. */
  inHand: boolean
}
