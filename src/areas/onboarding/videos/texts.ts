import { both, prose } from '../../../base/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  uploadLivenessVideo: {
    summary: both('Enviar o vídeo da prova de vida do onboarding', 'Upload the onboarding liveness video'),
    description: prose(
      `Recebe o vídeo do rosto de uma pessoa natural, já verificado por quem o capturou: MP4 ou QuickTime, de até 50
      MB, recente. O primeiro vídeo, antes de submeter, escolhe que nenhum link é feito. Os mesmos bytes outra vez
      respondem o mesmo vídeo. Registra \`users.liveness.submitted\`; onde o método é o link a resposta é
      \`LIVENESS_LINK_CHOSEN\`, e com um vídeo que já vale é \`LIVENESS_VIDEO_IN_PLACE\`.`,
      `Takes the video of the face of a natural person, verified already by who captured it: MP4 or QuickTime, at most
      50 MB, recent. The first video, before submission, chooses that no link is made. The same bytes again answer the
      same video. Records \`users.liveness.submitted\`; where the method is the link the answer is
      \`LIVENESS_LINK_CHOSEN\`, and with a video that counts already it is \`LIVENESS_VIDEO_IN_PLACE\`.`,
    ),
  },
  uploadRepresentativeLivenessVideo: {
    summary: both(
      'Enviar o vídeo da prova de vida de um representante legal',
      "Upload a legal representative's liveness video",
    ),
    description: prose(
      `Recebe o vídeo do rosto de um representante ativo de uma empresa: MP4 ou QuickTime, de até 50 MB, recente. O
      primeiro vídeo, antes de submeter, escolhe que nenhum link é feito, para nenhum deles. Os mesmos bytes outra vez
      respondem o mesmo vídeo. Registra \`users.liveness.submitted\`; onde o método é o link a resposta é
      \`LIVENESS_LINK_CHOSEN\`.`,
      `Takes the video of the face of an active representative of a company: MP4 or QuickTime, at most 50 MB, recent.
      The first video, before submission, chooses that no links are made, for any of them. The same bytes again answer
      the same video. Records \`users.liveness.submitted\`; where the method is the link the answer is
      \`LIVENESS_LINK_CHOSEN\`.`,
    ),
  },
}
