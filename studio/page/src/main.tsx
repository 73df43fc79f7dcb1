document.title = "bellwether studio";
