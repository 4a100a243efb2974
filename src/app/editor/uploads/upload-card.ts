import { faFile, faRotateRight, faXmark } from "@fortawesome/free-solid-svg-icons";
import { formatBytes } from "../../data/format.ts";
import { words } from "../../words/index.ts";
import { element, iconElement } from "../view/elements.ts";
import { toolButton } from "../view/toolbar.ts";

/** The placeholder of a file that is being uploaded. It is not in the document. */
export interface UploadCard {
  readonly dom: HTMLElement;
  showProgress(part: number): void;
  showFailure(reason: string): void;
  close(): void;
}

interface CardActions {
  readonly onCancel: () => void;
  readonly onRetry: () => void;
}

export function uploadCard(file: File, { onCancel, onRetry }: CardActions): UploadCard {
  const texts = words.media.upload;
  const isImage = file.type.startsWith("image/");
  const preview = isImage ? URL.createObjectURL(file) : undefined;
  const picture = preview ? element("img", { src: preview, alt: "" }) : iconElement(faFile);
  const bar = element("progress", { max: 1, value: 0, ariaLabel: texts.progress(file.name) });
  const note = element("span", { className: "upload-note" }, formatBytes(file.size));
  const retry = toolButton({ label: texts.retryOf(file.name), icon: faRotateRight, run: onRetry });
  retry.hidden = true;
  const cancel = toolButton({ label: texts.cancelOf(file.name), icon: faXmark, run: onCancel });
  const text = element("span", { className: "upload-text" }, element("strong", {}, file.name), note);
  const dom = element(
    "div",
    { className: "upload", contentEditable: "false" },
    picture,
    text,
    bar,
    retry,
    cancel,
  );
  dom.role = "group";
  dom.ariaLabel = texts.uploading(file.name);
  const setFailed = (isFailed: boolean) => {
    dom.classList.toggle("is-failed", isFailed);
    retry.hidden = !isFailed;
    bar.hidden = isFailed;
  };
  return {
    dom,
    showProgress: (part) => {
      setFailed(false);
      bar.value = part;
      // What follows is the work of the server, of which nothing is known.
      if (part >= 1) bar.removeAttribute("value");
      note.textContent = formatBytes(file.size);
    },
    showFailure: (reason) => {
      setFailed(true);
      note.role = "alert";
      note.textContent = reason;
    },
    close: () => preview && URL.revokeObjectURL(preview),
  };
}
