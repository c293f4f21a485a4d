import { Undrawn } from './download-fallback.tsx'
import type { FileViewerProps, PaperFile } from './file.ts'
import { Picture } from './image-viewer.tsx'
import { Sheet } from './pdf-viewer.tsx'
import type { Still } from './video-frame.tsx'
import { Film } from './video-player.tsx'

const pictures = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])
const isFilm = ({ content_type }: PaperFile) => content_type.startsWith('video/')

interface DocumentProps extends FileViewerProps {
  onStill: (still: Still) => void
  /** Of a video: its duration, and the start position. */
  seconds?: number | undefined
  from?: number | undefined
}

/** A file by its type: an image, a video, a PDF, or a download. */
export function Paper({ onStill, seconds, from, ...shown }: DocumentProps) {
  const { file, name } = shown
  if (isFilm(file)) return <Film {...shown} seconds={seconds} from={from} onStill={onStill} />
  if (pictures.has(file.content_type)) return <Picture {...shown} />
  if (file.frame_url) return <Sheet url={file.frame_url} name={name} />
  return <Undrawn file={file} />
}
