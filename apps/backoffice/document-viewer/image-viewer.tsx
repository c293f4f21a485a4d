import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useState } from 'react'
import { Undrawn } from './download-fallback.tsx'
import type { FileViewerProps } from './file.ts'
import { papers } from './messages.ts'
import type { ViewportSize } from './viewport.ts'
import { Stage } from './zoom-pane.tsx'

/** An image. It stays drawn when its URL expires: only a reload requests the newest. */
export function Picture({ file, name, inHand }: FileViewerProps) {
  const { drawing } = useMessages(papers)
  const [src, setSrc] = useState(file.url)
  const [own, setOwn] = useState<ViewportSize>()
  const [broken, setBroken] = useState(false)
  if (broken) return <Undrawn file={file} broken />
  return (
    <Stage label={name} own={own} inHand={inHand}>
      {!own && <span role="status">{drawing}</span>}
      <img
        src={src}
        alt={name}
        hidden={!own}
        draggable={false}
        referrerPolicy="no-referrer"
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setOwn({ width, height })}
        onError={() => (src === file.url ? setBroken(true) : setSrc(file.url))}
      />
    </Stage>
  )
}
