import { Icon } from '@eclusa/ui/components/icon.tsx'
import { Notice } from '@eclusa/ui/components/notice.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import style from './document.module.css'
import type { PaperFile } from './file.ts'
import { papers } from './messages.ts'

/** A file that cannot be displayed can still be downloaded. */
export function Undrawn({ file, broken = false }: { file: PaperFile; broken?: boolean }) {
  const say = useMessages(papers)
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
