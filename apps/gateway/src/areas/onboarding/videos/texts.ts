import { both, prose } from '../../../platform/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  uploadLivenessVideo: {
    summary: both('Enviar o vídeo da prova de vida do onboarding', 'Upload the onboarding liveness video'),
    description: prose(
      `Recebe o vídeo do rosto de uma pessoa natural, já verificado por quem o capturou: MP4 ou QuickTime, de
      até 50 MB, recente. Enviado antes da submissão, o primeiro vídeo define o método: nenhum link é criado.
      O mesmo conteúdo outra vez devolve o mesmo vídeo. Registra \`users.liveness.submitted\`; se o método é o
      link a resposta é \`LIVENESS_LINK_CHOSEN\`, e com um vídeo já válido é \`LIVENESS_VIDEO_IN_PLACE\`.`,
      `Receives the video of the face of a natural person, already verified by the system that captured it: MP4
      or QuickTime, at most 50 MB, recent. Sent before submission, the first video sets the method: no link is
      created. The same content again returns the same video. Records \`users.liveness.submitted\`; when the
      method is the link the response is \`LIVENESS_LINK_CHOSEN\`, and with a video that is already valid it
      is \`LIVENESS_VIDEO_IN_PLACE\`.`,
    ),
  },
  uploadRepresentativeLivenessVideo: {
    summary: both(
      'Enviar o vídeo da prova de vida de um representante legal',
      "Upload a legal representative's liveness video",
    ),
    description: prose(
      `Recebe o vídeo do rosto de um representante ativo de uma empresa: MP4 ou QuickTime, de até 50 MB,
      recente. Enviado antes da submissão, o primeiro vídeo define o método: nenhum link é criado, para nenhum
      representante. O mesmo conteúdo outra vez devolve o mesmo vídeo. Registra \`users.liveness.submitted\`;
      se o método é o link a resposta é \`LIVENESS_LINK_CHOSEN\`.`,
      `Receives the video of the face of an active representative of a company: MP4 or QuickTime, at most 50
      MB, recent. Sent before submission, the first video sets the method: no link is created, for any
      representative. The same content again returns the same video. Records \`users.liveness.submitted\`;
      when the method is the link the response is \`LIVENESS_LINK_CHOSEN\`.`,
    ),
  },
}
