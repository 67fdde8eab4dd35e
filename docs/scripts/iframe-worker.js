// A browser does not start a worker from a file, so a page that is read without a server searches in a hidden frame.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.srcdoc = `<script src="${url}"></script>`;
      this.frame = new Promise((loaded) => {
        frame.onload = () => {
          // What the worker's script posts is for the page.
          frame.contentWindow.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
          loaded(frame.contentWindow);
        };
      });
      document.body.append(frame);
    }

    async postMessage(data) {
      (await this.frame).dispatchEvent(new MessageEvent("message", { data }));
    }
  };
}
