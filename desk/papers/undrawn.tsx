import { Icon } from '../parts/icon.tsx'
import { Notice } from '../parts/notice.tsx'
import { useWords } from '../words/language.ts'
import type { PaperFile } from './file.ts'
import style from './paper.module.css'
import { papers } from './words.ts'

/** A file that cannot be displayed can still be downloaded. */
export function Undrawn({ file, broken = false }: { file: PaperFile; broken?: boolean }) {
  const say = useWords(papers)
  return (
    <div className={style.undrawn}>
      <Notice
        {...(broken && { tone: 'warn' as const })}
        action={
          <a className={style.download} href={file.url} download rel="noreferrer">
            <Icon name="download" />
            {say.download}
          </a>
        }
      >
        {broken ? say.broken : say.undrawn} ({file.content_type})
      </Notice>
    </div>
  )
}
